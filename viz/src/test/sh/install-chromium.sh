#!/bin/sh
# Installs Debian's Chromium for the browser tests, where this user may install packages.
# Exit status 0: /usr/bin/chromium is there; anything else: it is not, and the last line says why.
[ -x /usr/bin/chromium ] && exit 0
if [ "$(id -u)" != 0 ]; then
  echo "not root"
  exit 1
fi
if ! command -v apt-get > /dev/null; then
  echo "no apt-get"
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get install -y --no-install-recommends chromium > /dev/null 2>&1 ||
  { apt-get update && apt-get install -y --no-install-recommends chromium; } > /dev/null 2>&1 ||
  { echo "apt-get could not install chromium"; exit 1; }
