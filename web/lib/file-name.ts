const uuid = /^([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** What files were called that were uploaded from this page: a stored path says nothing of that. */
const uploaded = new Map<string, string>()

export const rememberName = (path: string, name: string): void => void uploaded.set(path, name)

/** What to call a stored file: the last part of its path, without the random name that storing gave it. */
export const fileName = (path: string): string => {
  const known = uploaded.get(path)
  if (known) return known
  const name = decodeURIComponent(path.split('/').at(-1) ?? path)
  const own = name.replace(uuid, '').replace(/^[-_]/, '')
  return own || `Fil ${uuid.exec(name)?.[1] ?? name}`
}
