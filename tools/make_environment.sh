#!/usr/bin/env bash
# Make a virtual environment with the first Python of at least 3.11 that can.
#     tools/make_environment.sh FOLDER
set -euo pipefail
folder=$1

usable() {
    "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14; do
        if usable "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

if ! python=$(find_python); then
    # Debian keeps venv apart from Python; install it where that is allowed
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        apt-get update -qq && apt-get install -y -qq python3 python3-venv >&2
    fi
    python=$(find_python) || {
        echo "cranfield: needs Python 3.11 or newer with the venv module; install it, or name it: make PYTHON=python3.12" >&2
        exit 1
    }
fi
"$python" -m venv "$folder"
