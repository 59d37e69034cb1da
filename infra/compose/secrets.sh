#!/bin/sh
# Writes .env next to docker-compose.yml with secrets of 192 random bits. Never overwrites an existing one.
set -eu
cd "$(dirname "$0")/../.."
file=${ENV_FILE:-.env}
if [ -e "$file" ]; then
  echo "$file"' finnes allerede. Slett den først hvis du vil ha nye passord; da må også volumene slettes.' >&2
  exit 1
fi
secret() { head -c 24 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'; }
umask 077
{
  echo "POSTGRES_PASSWORD=$(secret)"
  echo "EVENTSTORE_ADMIN_PASSWORD=$(secret)"
  echo "EVENTSTORE_OPS_PASSWORD=$(secret)"
  echo "INTERNAL_TOKEN=$(secret)"
  [ "${1:-}" = --cluster ] && echo 'EVENTSTORE_NODES=eventstore:2113,eventstore-2:2113,eventstore-3:2113'
  true
} > "$file"
echo "Skrev $file. Start med: docker compose up -d --build"
