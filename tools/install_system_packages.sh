#!/usr/bin/env bash
# Installs what tests use and pip cannot bring: a browser, a database server, a search engine and Java. Where this is
# not possible, their tests are skipped and say so.
set -u

has_browser() { command -v chromium > /dev/null; }
has_server() { command -v initdb > /dev/null || compgen -G "/usr/lib/postgresql/*/bin/initdb" > /dev/null; }

has_engine() { command -v groonga > /dev/null; }

install() {
    [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || return 0
    echo "installing $1 for the tests"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get -qq update && apt-get -qq install --yes --no-install-recommends -o Dpkg::Options::=--force-confold "$@"; } \
        > /dev/null 2>&1
}

# tests start servers of their own, so the package is to start none
no_cluster() {
    [ "$(id -u)" = 0 ] && mkdir -p /etc/postgresql-common \
        && echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf
}

has_java() { command -v java > /dev/null; }

has_browser || install chromium fonts-noto-cjk
has_server || { no_cluster; install postgresql; }
has_engine || install groonga-bin
has_browser || echo "there is no chromium: tests in a browser are skipped"
has_server || echo "there is no postgresql: tests on a database server are skipped"
has_engine || echo "there is no groonga: tests on a real search engine are skipped"
has_java || install openjdk-21-jre-headless || install openjdk-17-jre-headless
has_java || echo "there is no java: tests on Spark are skipped"
exit 0
