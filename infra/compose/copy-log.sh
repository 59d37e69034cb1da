#!/bin/sh
# Copies the first node's log to the empty nodes of a cluster. The first node must be stopped. `check` changes nothing.
set -eu
nodes=${NODES:-/nodes}
first="$nodes/eventstore"

has_log() { [ -n "$(find "$1" -name 'chunk-*' -not -path '*/.copying/*' | head -n 1)" ]; }
refuse() { echo "$1" >&2; exit 1; }

has_log "$first" || refuse 'Den første noden har ingen hendelseslogg. Her er det ingenting å utvide fra.'
for node in eventstore-2 eventstore-3; do
  if has_log "$nodes/$node"; then
    refuse "Volumet til $node har en hendelseslogg fra før. Bare tomme noder fylles: slett volumet først, hvis det er feil."
  fi
done
[ "${1:-}" = check ] && exit 0

for node in eventstore-2 eventstore-3; do
  half="$nodes/$node/.copying"
  rm -rf "$half"
  mkdir "$half"
  cp -a "$first/." "$half/"
  diff -r "$first" "$half" || refuse "Kopien til $node er ikke lik. Er den første noden stoppet?"
  find "$half" -mindepth 1 -maxdepth 1 -exec mv {} "$nodes/$node/" ';'
  rmdir "$half"
  chown --reference="$first" "$nodes/$node"
  echo "$node har fått hele hendelsesloggen."
done
