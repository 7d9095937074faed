#!/bin/sh
# Installs Debian's OpenBLAS, which the benchmark reaches as libblas.so.3. Needs root.
set -eu
apt-get update
apt-get install -y --no-install-recommends libopenblas0
