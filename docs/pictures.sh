#!/bin/sh
# Makes the pictures of README.md, compiler.md, diagnosis.md, profile.md and range.md again. Needs
# Chromium for the report's.
set -e
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
./trn2sim run scenarios/fgcc-tp4.yaml --mode timing --out "$out/run" > /dev/null
./trn2sim run scenarios/fgcc-tp4.yaml --mode timing --range --out "$out/range" > /dev/null
./trn2sim sweep scenarios/sweep-fgcc.yaml --out "$out/sweep" > /dev/null
sed "\$a compiler: { order: source }" scenarios/fgcc-tp4.yaml > "$out/source.yaml"
./trn2sim compare "$out/source.yaml" scenarios/fgcc-tp4.yaml --out "$out/compare" > /dev/null
tall='--set shape.m=2048 --set run.mode=timing'
# shellcheck disable=SC2086
./trn2sim run scenarios/fgcc-tp4.yaml $tall --out "$out/tall" > /dev/null
# shellcheck disable=SC2086
./trn2sim compare scenarios/fgcc-tp4.yaml scenarios/fgcc-tp4.yaml $tall \
  --set-b options.zero_copy_ring=true --out "$out/diagnosis" > /dev/null
./trn2sim run scenarios/fgcc-tp4.yaml --mode timing --profile --trace none \
  --set overrides.vector_engine.clock=0.8GHz --out "$out/capture" > /dev/null
./trn2sim compare scenarios/fgcc-tp4.yaml "$out/capture/profile.json" \
  --set run.mode=timing --out "$out/beside" > /dev/null
cp "$out/beside/compare.png" docs/pictures/profile-compare.png
cp "$out/tall/ring.png" docs/pictures/diagnosis-ring.png
cp "$out/diagnosis/compare.png" docs/pictures/diagnosis-compare.png
cp "$out/compare/compare.png" docs/pictures/order.png
cp "$out/run/roofline.png" docs/pictures/roofline.png
cp "$out/range/range.png" docs/pictures/range.png
cp "$out/sweep/map-speedup.png" docs/pictures/sweep-map.png
chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
  --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars \
  --user-data-dir="$out/profile" --window-size=1400,900 --virtual-time-budget=3000 \
  --screenshot=docs/pictures/report.png "file://$out/run/report.html" > /dev/null 2>&1
ls -l docs/pictures
