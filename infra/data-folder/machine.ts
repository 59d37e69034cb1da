import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

const orEmpty = (read: () => string): string => {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

const fileOrEmpty = (path: string) => orEmpty(() => readFileSync(path, 'utf8'))

const bootOnMac = () =>
  orEmpty(() => execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }))

/** The scope in which a pid is unique. A part is empty if the platform does not provide it. */
export const thisMachine = () => ({
  /** Host names are not unique. */
  host: `${hostname()} ${fileOrEmpty('/etc/machine-id')}`.trim(),
  /** Changes at each boot. All containers of a machine share it. */
  boot:
    process.platform === 'darwin' ? bootOnMac() : fileOrEmpty('/proc/sys/kernel/random/boot_id'),
  /** Processes of another one cannot be seen, and their pids mean nothing here. */
  namespace: orEmpty(() => readlinkSync('/proc/self/ns/pid')),
})

export type Machine = Readonly<ReturnType<typeof thisMachine>>
