import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The scope in which a pid is unique. A part is empty if the platform does not provide it. */
export type Machine = {
  /** Host name and /etc/machine-id, since host names are not unique. */
  readonly host: string
  /** Changes at each boot. All containers of a machine share it. */
  readonly boot: string
  /** The pid namespace: processes of another one cannot be seen, and their pids mean nothing here. */
  readonly namespace: string
}

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

export const thisMachine = (): Machine => ({
  host: `${hostname()} ${fileOrEmpty('/etc/machine-id')}`.trim(),
  boot:
    process.platform === 'darwin' ? bootOnMac() : fileOrEmpty('/proc/sys/kernel/random/boot_id'),
  namespace: orEmpty(() => readlinkSync('/proc/self/ns/pid')),
})
