import useSWR from 'swr'
import { send } from '../lib/api.ts'
import { nameIn } from '../lib/download.ts'

const uuid = /^([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** Original names of files uploaded in this session, since stored paths do not include them. */
const uploaded = new Map<string, string>()

export const rememberName = (path: string, name: string): void => void uploaded.set(path, name)

const lastPart = (path: string): string => decodeURIComponent(path.split('/').at(-1) ?? path)

/** The last part of the path, without its random prefix; '' if there is nothing else. */
const ownName = (path: string): string =>
  uploaded.get(path) ?? lastPart(path).replace(uuid, '').replace(/^[-_]/, '')

export const fileName = (path: string): string =>
  ownName(path) || `Fil ${uuid.exec(lastPart(path))?.[1] ?? lastPart(path)}`

/** The name a file is downloaded by; null if it was stored without one. */
const readName = async (path: string): Promise<string | null> => {
  const { headers } = await send(path, { method: 'HEAD' })
  const name = nameIn(headers.get('content-disposition')) ?? ''
  return name === '' || uuid.test(name) ? null : name
}

export const FileName = ({ path }: { path: string }) => {
  const { data } = useSWR<string | null>(ownName(path) === '' ? path : null, readName)
  return data ?? fileName(path)
}
