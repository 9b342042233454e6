#!/usr/bin/env bash
# Installs what tests use and pip cannot bring: a browser. Where this is not possible, its tests are skipped and say so.
set -u
command -v chromium > /dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "installing chromium for the tests of reports"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get -qq update && apt-get -qq install --yes --no-install-recommends chromium fonts-noto-cjk; } > /dev/null 2>&1
fi
command -v chromium > /dev/null || echo "there is no chromium: tests in a browser are skipped"
exit 0
