// Kontrollerer en revisjonseksport: er hver hendelse slik den var da sjekkpunktet ble signert?
//
//   node verify.mjs           mappen som dette ligger i
//   node verify.mjs <mappe>   en annen: den som tviler på programmet i den, bruker et fra en annen eksport
//
// Trenger bare Node og filene i mappen. Sammenlign nøkkelen som skrives ut, med den du har fått før:
// det er den som sier hvem som har signert.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const fail = (what) => {
  throw new Error(`IKKE SOM DET VAR: ${what}`)
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
const openKey = (file) => {
  const [, name, hash, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)\n$/.exec(file) ?? []
  const key = base64(encoded, 'key')
  const id = sha256(`${name}\n`, key).subarray(0, 4)
  if (id.toString('hex') !== hash || key[0] !== 1) fail('key')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') }
  return { name, id, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) }
}

// 2. En note er en tekst, en tom linje og signaturer av teksten.
const openNote = (note, what, { name, id, publicKey }) => {
  const end = note.lastIndexOf('\n\n') + 1
  const text = note.slice(0, end)
  for (const line of note.slice(end + 1).split('\n')) {
    const [dash, signer, signature] = line.split(' ')
    const bytes = Buffer.from(signature ?? '', 'base64')
    if (dash !== '—' || signer !== name || !bytes.subarray(0, 4).equals(id)) continue
    const signed = base64(signature, `${what}: signaturen`).subarray(4)
    if (verify(null, Buffer.from(text), publicKey, signed)) return text
  }
  return fail(`${what}: teksten er ikke signert med nøkkelen`)
}

// 3. Sjekkpunktet: hvor mange hendelser loggen har, og treets rot.
const openCheckpoint = (file, key) => {
  const [origin, size, root] = openNote(file, 'checkpoint', key).split('\n')
  if (origin !== key.name || !/^\d+$/.test(size)) fail('checkpoint')
  return { size: Number(size), root }
}

// 4. proofs.json: hendelsenes plass i treet, resten av treet, og en signert liste over filene.
const openProofs = (file, size) => {
  try {
    const { entries, nodes, files } = JSON.parse(file)
    const isIndex = (index) => Number.isSafeInteger(index) && index >= 0 && index < size
    const areEntries = entries.every(([index, hash], at) => {
      const isNext = at === 0 || index > entries[at - 1][0]
      return isIndex(index) && isNext && /^[0-9a-f]{64}$/.test(hash)
    })
    const areNodes = Object.values(nodes).every((hash) => /^[0-9a-f]{64}$/.test(hash))
    if (areEntries && areNodes && typeof files === 'string') return { entries, nodes, files }
  } catch {
    // Det er ikke JSON av denne formen.
  }
  return fail('proofs.json')
}

// 5. Hver linje i events.ndjson er en hendelse. Et blad i treet er SHA-256 av 0x00 og linjen.
const leavesIn = (events) => {
  const leaves = []
  for (let start = 0, end; (end = events.indexOf('\n', start)) >= 0; start = end + 1) {
    const line = events.subarray(start, end)
    leaves.push({ line, hash: sha256(Buffer.of(0), line) })
  }
  return leaves
}
const nameOf = (line) => {
  try {
    const { position, stream, revision } = JSON.parse(line.toString())
    if (position && stream && revision) return `plass ${position}, ${stream} nr. ${revision}`
  } catch {
    // Det er ikke JSON lenger.
  }
  return 'kan ikke leses'
}
const failAtEvent = (leaves, entries) => {
  for (const [at, [index, hash]] of entries.entries()) {
    if (!leaves[at]) fail(`events.ndjson: hendelse ${at + 1} mangler`)
    if (leaves[at].hash.toString('hex') !== hash)
      fail(`events.ndjson linje ${at + 1}: ${nameOf(leaves[at].line)} (blad ${index} i treet)`)
  }
  fail('events.ndjson')
}

// 6. Filene er de som ble laget sammen.
const checkFiles = (read, key, { entries, files }) => {
  const listed = openNote(files, 'proofs.json', key).split('\n')
  if (listed[0] !== `${key.name} eksport`) fail('proofs.json')
  for (const line of listed.slice(1).filter(Boolean)) {
    const [hash, file] = line.split('  ')
    if (sha256(read(file)).toString('hex') === hash) continue
    if (file === 'events.ndjson') failAtEvent(leavesIn(read(file)), entries)
    fail(file)
  }
}

// 7. Treet (RFC 9162, 2.1): en node er SHA-256 av 0x01 og de to under. Der eksporten ikke har noen
// hendelse, er hashen gitt; resten regnes ut, og skal bli roten som er signert.
const rootOf = (leaves, { entries, nodes }, size) => {
  const first = (index) => {
    let [low, high] = [0, leaves.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (entries[middle][0] < index) low = middle + 1
      else high = middle
    }
    return low
  }
  const hashOf = (start, end) => {
    const at = first(start)
    if (at === first(end)) {
      const given = nodes[`${start}-${end}`]
      return given ? Buffer.from(given, 'hex') : fail(`proofs.json: ${start}-${end} mangler`)
    }
    if (end - start === 1) {
      const { hash } = leaves[at]
      return hash.toString('hex') === entries[at][1] ? hash : fail(`proofs.json: blad ${start}`)
    }
    let half = 1
    while (half * 2 < end - start) half *= 2
    return sha256(Buffer.of(1), hashOf(start, start + half), hashOf(start + half, end))
  }
  return hashOf(0, size).toString('base64')
}

export const check = (read) => {
  const key = openKey(read('key').toString())
  const { size, root } = openCheckpoint(read('checkpoint').toString(), key)
  const proofs = openProofs(read('proofs.json').toString(), size)
  checkFiles(read, key, proofs)
  const leaves = leavesIn(read('events.ndjson'))
  if (leaves.length !== proofs.entries.length) fail('proofs.json')
  if (size > 0 && rootOf(leaves, proofs, size) !== root)
    fail('proofs.json: hendelsene gir ikke den signerte roten')
  return `Hel: ${leaves.length} av ${size} hendelser er slik de var da sjekkpunktet ble signert.`
}

const [, , given] = process.argv
const folder = given === undefined ? new URL('.', import.meta.url) : pathToFileURL(`${given}/`)
const readFile = (name) => {
  try {
    return readFileSync(new URL(name, folder))
  } catch {
    return fail(`${name} mangler`)
  }
}

// Også en eldre Node, som ikke har import.meta.main, kontrollerer.
if (import.meta.main !== false)
  try {
    console.log(check(readFile))
    console.log(`Mappe: ${fileURLToPath(folder)}`)
    console.log(`Nøkkel: ${readFile('key').toString().trim()}`)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
