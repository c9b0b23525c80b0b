# SPDX-License-Identifier: GPL-2.0-only
#
# README's two commands, for systems that are no Debian: docker build -t tcp-lossy . && docker run --rm tcp-lossy
FROM debian:12
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates git
COPY . /tcp-lossy
WORKDIR /tcp-lossy
RUN ./reproduce --engine=lean V2
CMD ["./check"]
