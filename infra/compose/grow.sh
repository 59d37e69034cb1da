#!/bin/sh
# Grows EventStoreDB from one node to three. Two empty nodes would elect a leader and make the third delete its events,
# so the stopped log is exported and copied to all three before any of them starts.
set -eu
cd "$(dirname "$0")/../.."
env_file=${ENV_FILE:-.env}
export_file=${1:-}
nodes='eventstore:2113,eventstore-2:2113,eventstore-3:2113'

refuse() { echo "$1" >&2; exit 1; }
one() { docker compose -f docker-compose.yml "$@"; }
three() { docker compose -f docker-compose.yml -f infra/compose/cluster.yml "$@"; }
copy() { three run --rm --no-deps -T copy sh infra/compose/copy-log.sh "$@"; }

[ -n "$export_file" ] || refuse 'Bruk: infra/compose/grow.sh <fil for eksporten, helst på en annen disk>'
[ ! -e "$export_file" ] || refuse "$export_file finnes allerede. Velg en ny fil for eksporten."
[ -f "$env_file" ] || refuse "Finner ikke $env_file. Kjør fra der systemet er satt opp."
if grep -q '^EVENTSTORE_NODES=' "$env_file"; then refuse "$env_file sier EVENTSTORE_NODES: systemet er alt satt opp for en klynge."; fi
[ -n "$(one ps -q --status running eventstore)" ] || refuse 'Hendelseslageret kjører ikke. Start systemet med én node først: det må eksporteres.'
copy check

echo 'Stopper endringer, og eksporterer hendelsesloggen ...'
one stop web command projector
umask 077
inside=/data/before-cluster-$(date +%Y%m%d%H%M%S).ndjson
one run --rm --no-deps -T command node infra/eventstore/transfer/main.ts export --file "$inside" ||
  refuse 'Eksporten ble ikke hel. Ingenting er endret: start igjen med docker compose up -d.'
one run --rm --no-deps -T command cat "$inside" > "$export_file"
[ -s "$export_file" ] || refuse 'Eksporten er tom. Ingenting er endret: start igjen med docker compose up -d.'

echo 'Stopper noden, og kopierer loggen til de to andre ...'
one stop eventstore
[ -z "$(three ps -q --status running eventstore eventstore-2 eventstore-3)" ] ||
  refuse 'En node kjører fremdeles. Ingenting er kopiert: start igjen med docker compose up -d.'
copy
echo "EVENTSTORE_NODES=$nodes" >> "$env_file"
three up -d
echo "Klyngen starter. Behold $export_file til den har vært i drift en stund."
echo 'Fra nå av: docker compose -f docker-compose.yml -f infra/compose/cluster.yml ...'
