#!/bin/bash
# The page in headless Chromium, see page.js: `make web` before it. Chromium is Debian's; playwright-core, which drives
# it, comes from the npm registry into build/web-tools. tests/web/page.sh FILE takes the README's picture.
cd "$(dirname "$0")/../.." || exit 1
tools=build/web-tools
[ -d $tools/node_modules/playwright-core ] ||
    npm install --silent --no-fund --no-audit --prefix $tools playwright-core@1.65.1 >&2 || exit 1
exec node tests/web/page.js "${HZ_PDPATH:-build}" "$@"
