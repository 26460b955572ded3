#!/bin/sh
# Builds the files of the image into a folder, by the steps of the Dockerfile: deploy/image.sh /opt/tollgate-image
# Then: DATA_DIR=/var/lib/tollgate /opt/tollgate-image/node_modules/.bin/tollgate
set -eu
target=${1:?Usage: deploy/image.sh <new folder>}
root=$(cd "$(dirname "$0")/.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mkdir "$target"
cd "$root"
npm run release -- --npm "$out"
npm install --prefix "$target" --omit=dev --ignore-scripts --no-audit --no-fund --no-update-notifier "$out"/*.tgz
rm "$target/package.json" "$target/package-lock.json"
chmod -R a-w "$target"
