#!/bin/sh
# Runs first: refuses weak secrets and creates the certificates of the event store's nodes.
set -eu
# Three folders, so that the services can read no private key, and the nodes not that of the authority.
authority=${AUTHORITY:-/authority}
trusted=${TRUSTED:-/trusted}
certificates=${CERTIFICATES:-/certificates}

strong() {
  case "$2" in
    changeit|password|postgres|admin|ops|stykkliste) echo "$1 er et standardpassord. Kjør infra/compose/secrets.sh." >&2; exit 1 ;;
  esac
  if [ "${#2}" -lt 24 ]; then
    echo "$1 må ha minst 24 tegn. Kjør infra/compose/secrets.sh." >&2
    exit 1
  fi
}
strong POSTGRES_PASSWORD "${POSTGRES_PASSWORD:-}"
strong EVENTSTORE_ADMIN_PASSWORD "${EVENTSTORE_ADMIN_PASSWORD:-}"
strong EVENTSTORE_OPS_PASSWORD "${EVENTSTORE_OPS_PASSWORD:-}"
strong INTERNAL_TOKEN "${INTERNAL_TOKEN:-}"

# Two empty nodes are a majority: they would elect a leader and make the third delete its events.
nodes=${NODES:-/nodes}
filled=
empty=
for node in eventstore eventstore-2 eventstore-3; do
  [ -d "$nodes/$node" ] || continue
  if [ -e "$nodes/$node/.copying" ]; then
    echo "Kopien til $node ble ikke ferdig. Kjør infra/compose/grow.sh igjen, med systemet startet som én node." >&2
    exit 1
  fi
  if [ -n "$(find "$nodes/$node" -name 'chunk-*' | head -n 1)" ]; then filled="$filled $node"; else empty="$empty $node"; fi
done
if [ -n "$filled" ] && [ -n "$empty" ]; then
  echo "Klyngen startes ikke: noder med hendelser:$filled, tomme:$empty. De tomme kan få de andre til å slette alt." >&2
  echo 'Fra én node til tre: infra/compose/grow.sh. En node som er mistet: docs/docker.md.' >&2
  exit 1
fi

umask 077
key="$authority/ca.key"
ca="$trusted/ca.crt"
if [ ! -s "$ca" ]; then
  openssl req -x509 -newkey rsa:3072 -nodes -sha256 -days 3650 -keyout "$key" -out "$ca.new" \
    -subj '/O=Stykkliste/CN=Stykkliste EventStoreDB CA' \
    -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign,cRLSign' 2>/dev/null
  mv "$ca.new" "$ca"
fi

# The nodes of a cluster accept each other by this common name. Certificates are renewed 400 days before they end, since
# operators run this once a year.
for node in eventstore eventstore-2 eventstore-3; do
  folder="$certificates/$node"
  if [ -s "$folder/node.crt" ] && openssl x509 -in "$folder/node.crt" -checkend 34560000 >/dev/null; then continue; fi
  mkdir -p "$folder"
  openssl req -newkey rsa:3072 -nodes -sha256 -keyout "$folder/node.key" -out "$folder/node.csr" \
    -subj '/CN=eventstoredb-node' 2>/dev/null
  printf '%s\n' 'basicConstraints=critical,CA:FALSE' 'keyUsage=critical,digitalSignature,keyEncipherment' \
    'extendedKeyUsage=serverAuth,clientAuth' "subjectAltName=DNS:$node,DNS:localhost,IP:127.0.0.1" > "$folder/node.ext"
  openssl x509 -req -in "$folder/node.csr" -CA "$ca" -CAkey "$key" -CAserial "$authority/ca.srl" -CAcreateserial -sha256 -days 825 \
    -extfile "$folder/node.ext" -out "$folder/node.crt.new" 2>/dev/null
  mv "$folder/node.crt.new" "$folder/node.crt"
  rm -f "$folder/node.csr" "$folder/node.ext"
done
echo 'Klart: hemmelighetene er sterke nok, og sertifikatene er på plass.'
