import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into every child. Its stdin is a pipe that only the supervisor holds open, so it ends even if the supervisor
 * is killed. Worker threads skip this, since their stdin ends at once.
 */
const exitWithin = 15_000

const parentIsGone = () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), exitWithin).unref()
}

if (isMainThread) {
  process.stdin.once('end', parentIsGone).once('error', parentIsGone).resume()
  // Otherwise stdin would keep a child running that has closed everything else.
  const { stdin } = process as { stdin: { unref?: () => void } }
  stdin.unref?.()
}
