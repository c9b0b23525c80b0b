# SPDX-License-Identifier: GPL-2.0-only
call "experiments/paths.gp" "E4: one flow over paths that change in time" "leo cell wifi" "'low orbit' 'a cell' 'Wi-Fi among others'"
