#!/usr/bin/env bash
# The job of mfe-example-area on a build server: check, build, publish, and give to five percent of the users.
# Needs Node >= 18 with npm. Publishing needs TOLLGATE_URL, TOLLGATE_PUBLISH_TOKEN and TOLLGATE_SIGNING_KEY (a file);
# the canary needs TOLLGATE_ACCESS_TOKEN and TOLLGATE_USER_ID. Without them the job checks and builds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
npm run setup
export PATH="$PWD/.toolchain/node_modules/.bin:$PATH"
npm run build mfe-example-area
node_modules/.bin/tsc -b mfe-example-area
node_modules/.bin/biome check mfe-example-area
node_modules/.bin/vitest run --project console mfe-example-area
tollgate() { node packages/gateway/bin/tollgate.mjs "$@"; }
tollgate area doctor mfe-example-area
if [ -n "${TOLLGATE_PUBLISH_TOKEN:-}" ]; then
  tollgate area publish mfe-example-area
fi
if [ -n "${TOLLGATE_ACCESS_TOKEN:-}" ]; then
  tollgate area canary example-area "$(cd mfe-example-area/dist && ls -t | head -n 1)" 5
fi
