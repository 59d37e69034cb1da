const named: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  amp: '&',
}

const unescaped = (xml: string) =>
  xml.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (all, hex?: string, decimal?: string, name?) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
      return decimal ? String.fromCodePoint(Number(decimal)) : (named[String(name)] ?? all)
    },
  )

const tag = (xml: string, name: string) => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text === undefined ? undefined : unescaped(text)
}

/** One page of ListObjectsV2; `next` is what the following page is asked for with. */
export const listingIn = (xml: string) => {
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, entry]) => ({
    key: tag(entry!, 'Key')!,
    storedAt: new Date(tag(entry!, 'LastModified')!),
  }))
  const more = tag(xml, 'IsTruncated') === 'true'
  return { objects, next: more ? tag(xml, 'NextContinuationToken') : undefined }
}
