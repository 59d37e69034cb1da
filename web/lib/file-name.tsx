const uuid = /^([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** Original names of files uploaded in this session, since stored paths do not include them. */
const uploaded = new Map<string, string>()

export const rememberName = (path: string, name: string): void => void uploaded.set(path, name)

/** The last part of the path, without its random prefix. */
export const fileName = (path: string): string => {
  const known = uploaded.get(path)
  if (known) return known
  const name = decodeURIComponent(path.split('/').at(-1) ?? path)
  const own = name.replace(uuid, '').replace(/^[-_]/, '')
  return own || `Fil ${uuid.exec(name)?.[1] ?? name}`
}
