## -*- Mode: python; indent-tabs-mode: nil; coding: utf-8; -*-
# SPDX-License-Identifier: GPL-2.0-only
#
# For the releases of ns-3 that are built with waf, up to 3.35.

import re

from waflib import Context, Errors
from waflib.Utils import to_list

import wutils


def read_list(module_node):
    """Returns the paths in sources.txt, without what needs the module wifi of later releases."""
    lines = module_node.find_node('sources.txt').read().splitlines()
    return [line for line in lines
            if line and not line.startswith('#') and '/wifi-' not in line]


def select(paths, pattern):
    return [path for path in paths if re.match(pattern + '$', path)]


def set_laboratory(module_node, target):
    """Where a target finds the laboratory's headers, and what the build tells them."""
    version = module_node.find_node('VERSION').read().strip()
    target.includes = to_list(getattr(target, 'includes', [])) + [
        module_node.find_node('experiments')]
    target.defines = to_list(getattr(target, 'defines', [])) + [
        'TCP_LOSSY_NS3_RELEASE="%s"' % wutils.VERSION, 'TCP_LOSSY_VERSION="%s"' % version]


def build_laboratory(bld):
    """Objects, once, for a shared library and for programs: the module's library has none of them."""
    laboratory = bld(features='cxx', target='tcp-lossy-laboratory', use=['ns3-tcp-lossy'],
                     includes=Context.out_dir, cxxflags=['-fPIC'])
    laboratory.source = select(read_list(bld.path), r'experiments/lib/[^/]+\.cc')
    set_laboratory(bld.path, laboratory)


def add_laboratory(module_node, target):
    """A program or test takes the laboratory."""
    set_laboratory(module_node, target)
    target.use = to_list(getattr(target, 'use', [])) + ['tcp-lossy-laboratory']


def configure(conf):
    if conf.path.name != 'tcp-lossy':
        raise Errors.WafError("the folder %s must be called 'tcp-lossy': rename it"
                              % conf.path.abspath())
    conf.check_cxx(header_name='boost/icl/interval_map.hpp',
                   features='cxx',
                   msg="Checking for Boost's headers",
                   errmsg="not found: install them, on Debian with 'apt install libboost-dev'")


def build(bld):
    paths = read_list(bld.path)
    module = bld.create_ns3_module('tcp-lossy', ['core', 'network', 'internet', 'applications',
                                                 'point-to-point', 'traffic-control'])
    module.source = select(paths, r'(model/[^/]+|helper|stock)/[^/]+\.cc')

    build_laboratory(bld)
    module_test = bld.create_ns3_module_test_library('tcp-lossy')
    module_test.source = select(paths, r'(test|stock/test)/[^/]+-test-suite\.cc|test/support/[^/]+\.cc')
    add_laboratory(bld.path, module_test)

    headers = bld(features='ns3header')
    headers.module = 'tcp-lossy'
    headers.source = select(paths, r'(model/[^/]+|helper|stock)/[^/]+\.h')

    if bld.env['ENABLE_EXAMPLES']:
        bld.recurse('examples')
