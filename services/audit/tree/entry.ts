import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import type { StoredEvent } from '#contracts/event-log.ts'

const isJsonText = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** JSON without line breaks, which can be embedded unchanged. */
const isJsonLine = (text: string): boolean => !/[\r\n]/.test(text) && isJsonText(text)

const bytesAs = (name: string, bytes: Uint8Array, isJson: boolean): string => {
  if (bytes.length === 0) return ''
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = isJson && isUtf8(buffer) ? buffer.toString() : null
  return text !== null && isJsonLine(text)
    ? `,"${name}":${text}`
    : `,"${name}Base64":"${buffer.toString('base64')}"`
}

const ticksPerSecond = 10_000_000n

const timeOf = (ticks: bigint): string => {
  const date = new Date(Number(ticks / ticksPerSecond) * 1_000)
  // No store writes such a time: the record is damaged.
  if (Number.isNaN(date.getTime())) return String(ticks)
  return date.toISOString().replace('.000Z', `.${String(ticks % ticksPerSecond).padStart(7, '0')}Z`)
}

/** The preimage of a leaf hash. It must never change: docs/audit.md describes it. */
export const entryOf = (event: StoredEvent): string => {
  const { id, stream, revision, position, type, ticks, isJson, data, metadata } = event
  const place = { id, stream, revision: String(revision), position: String(position), type }
  const head = JSON.stringify({ ...place, time: timeOf(ticks) })
  return `${head.slice(0, -1)}${bytesAs('data', data, isJson)}${bytesAs('metadata', metadata, true)}}`
}

/** RFC 9162: the hash of the entry after a zero byte. */
export const leafOfEntry = (entry: string): Buffer => hash('sha256', `\0${entry}`, 'buffer')
export const leafOf = (event: StoredEvent): Buffer => leafOfEntry(entryOf(event))
