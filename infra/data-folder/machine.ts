import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** What a process number is worth something in. Parts that the system does not tell are empty. */
export type Machine = {
  /** Its name, and the id of its installation where it has one: other machines may have the same name. */
  readonly host: string
  /** One run of a kernel: all its containers have the same. */
  readonly boot: string
  /** Processes of another one are not seen from here, and have numbers of their own. */
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
