import { spawn } from 'node:child_process'

/**
 * Stops a process when this one ends, however it ends: a shell waits on a pipe that only we hold open,
 * and interrupts the process once the pipe closes. Returns what calls that off.
 */
export const stopWithParent = (pid: number): (() => void) => {
  if (process.platform === 'win32') return () => undefined
  const script = 'read -r word; [ "$word" = released ] || kill -INT "$1"'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.stdin.on('error', () => undefined)
  shell.on('error', () => undefined)
  shell.unref()
  // The pipe alone must not keep this process running.
  ;(shell.stdin as unknown as { unref?: () => void }).unref?.()
  return () => void shell.stdin.end('released\n')
}
