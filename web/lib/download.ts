import { send } from './api.ts'
import { networkError, refusal } from './api-error.ts'

/** The file name in a Content-Disposition header; the extended form has priority. */
export const nameIn = (header: string | null): string | undefined => {
  const extended = header?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (extended) return decodeURIComponent(extended)
  return header?.match(/filename="([^"]+)"/i)?.[1]
}

const hand = (blob: Blob, name: string) => {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Later, since the browser needs the URL until it has copied the data.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Fetches a file and saves it. A link would show an error as a page; this throws like other calls. */
export const download = async (path: string, otherName: string): Promise<void> => {
  const response = await send(path)
  if (!response.ok) throw refusal(response.status, await response.text())
  const blob = await response.blob().catch(() => {
    throw networkError()
  })
  hand(blob, nameIn(response.headers.get('content-disposition')) ?? otherName)
}
