// Kontrollerer en revisjonseksport: er hver hendelse slik den var da sjekkpunktet ble signert?
//
//   node verify.mjs
//
// Trenger bare Node og filene ved siden av. Sammenlign nøkkelen som skrives ut, med den du har fått før:
// det er den som sier hvem som har signert.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const fail = (what) => {
  console.error(`IKKE SOM DET VAR: ${what}`)
  process.exit(1)
}
const read = (name) => {
  try {
    return readFileSync(new URL(name, import.meta.url))
  } catch {
    return fail(`${name} mangler`)
  }
}
const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
// Det samme kan skrives på flere måter i base64; bare den vanlige godtas.
const base64 = (text, what) => {
  const bytes = Buffer.from(text ?? '', 'base64')
  return bytes.toString('base64') === text ? bytes : fail(what)
}

// 1. Nøkkelen: navn+hash+base64, der hashen følger av resten (https://c2sp.org/signed-note).
const keyFile = read('key').toString()
const [, name, keyHash, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)\n$/.exec(keyFile) ?? []
const key = base64(encoded, 'key')
const keyId = sha256(`${name}\n`, key).subarray(0, 4)
if (keyId.toString('hex') !== keyHash || key[0] !== 1) fail('key')
const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') }
const publicKey = createPublicKey({ key: jwk, format: 'jwk' })

// 2. En note er en tekst, en tom linje og signaturer av teksten.
const openNote = (note, what) => {
  const end = note.lastIndexOf('\n\n') + 1
  const text = note.slice(0, end)
  for (const line of note.slice(end + 1).split('\n')) {
    const [dash, signer, signature] = line.split(' ')
    const bytes = Buffer.from(signature ?? '', 'base64')
    if (dash !== '—' || signer !== name || !bytes.subarray(0, 4).equals(keyId)) continue
    const signed = base64(signature, `${what}: signaturen`).subarray(4)
    if (verify(null, Buffer.from(text), publicKey, signed)) return text
  }
  return fail(`${what}: teksten er ikke signert med nøkkelen`)
}

// 3. Sjekkpunktet: hvor mange hendelser loggen har, og treets rot.
const [origin, size, root] = openNote(read('checkpoint').toString(), 'checkpoint').split('\n')
if (origin !== name || !/^\d+$/.test(size)) fail('checkpoint')

// 4. proofs.json: hendelsenes plass i treet, resten av treet, og en signert liste over filene.
const proofs = (() => {
  try {
    const { entries, nodes, files } = JSON.parse(read('proofs.json').toString())
    const isIndex = (index) => Number.isSafeInteger(index) && index >= 0 && index < Number(size)
    const areEntries = entries.every(([index, hash], at) => {
      const isNext = at === 0 || index > entries[at - 1][0]
      return isIndex(index) && isNext && /^[0-9a-f]{64}$/.test(hash)
    })
    const areNodes = Object.values(nodes).every((hash) => /^[0-9a-f]{64}$/.test(hash))
    return areEntries && areNodes && typeof files === 'string' && { entries, nodes, files }
  } catch {
    return false
  }
})()
if (!proofs) fail('proofs.json')

// 5. Hver linje i events.ndjson er en hendelse. Et blad i treet er SHA-256 av 0x00 og linjen.
const events = read('events.ndjson')
const leaves = []
for (let start = 0, end; (end = events.indexOf('\n', start)) >= 0; start = end + 1)
  leaves.push({
    line: events.subarray(start, end),
    hash: sha256(Buffer.of(0), events.subarray(start, end)),
  })

const nameOf = (at) => {
  try {
    const { position, stream, revision } = JSON.parse(leaves[at].line.toString())
    return `plass ${position}, ${stream} nr. ${revision}`
  } catch {
    return 'kan ikke leses'
  }
}
const checkEvents = () => {
  for (const [at, [index, hash]] of proofs.entries.entries()) {
    if (!leaves[at]) fail(`events.ndjson: hendelse ${at + 1} mangler`)
    if (leaves[at].hash.toString('hex') !== hash)
      fail(`events.ndjson linje ${at + 1}: ${nameOf(at)} (blad ${index} i treet)`)
  }
  fail('events.ndjson')
}

// 6. Filene er de som ble laget sammen.
const listed = openNote(proofs.files, 'proofs.json').split('\n')
if (listed[0] !== `${name} eksport`) fail('proofs.json')
for (const line of listed.slice(1).filter(Boolean)) {
  const [hash, file] = line.split('  ')
  if (sha256(read(file)).toString('hex') === hash) continue
  if (file === 'events.ndjson') checkEvents()
  fail(file)
}

// 7. Treet (RFC 9162, 2.1): en node er SHA-256 av 0x01 og de to under. Der eksporten ikke har noen
// hendelse, er hashen gitt; resten regnes ut, og skal bli roten som er signert.
if (leaves.length !== proofs.entries.length) fail('proofs.json')
const first = (index) => {
  let [low, high] = [0, leaves.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (proofs.entries[middle][0] < index) low = middle + 1
    else high = middle
  }
  return low
}
const hashOf = (start, end) => {
  const at = first(start)
  if (at === first(end)) {
    const given = proofs.nodes[`${start}-${end}`]
    return given ? Buffer.from(given, 'hex') : fail(`proofs.json: ${start}-${end} mangler`)
  }
  if (end - start === 1) {
    const { hash } = leaves[at]
    return hash.toString('hex') === proofs.entries[at][1]
      ? hash
      : fail(`proofs.json: blad ${start}`)
  }
  let half = 1
  while (half * 2 < end - start) half *= 2
  return sha256(Buffer.of(1), hashOf(start, start + half), hashOf(start + half, end))
}
if (leaves.length > 0 && hashOf(0, Number(size)).toString('base64') !== root)
  fail('proofs.json: hendelsene gir ikke den signerte roten')

console.log(
  `Hel: ${leaves.length} av ${size} hendelser er slik de var da sjekkpunktet ble signert.`,
)
console.log(`Nøkkel: ${keyFile.trim()}`)
