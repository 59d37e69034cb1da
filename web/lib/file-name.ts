/** The last part of a path, without the random prefix that storing put before it. */
export const fileName = (path: string): string => {
  const name = decodeURIComponent(path.split('/').at(-1) ?? path)
  return name.replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[-_](?=.)/i, '')
}
