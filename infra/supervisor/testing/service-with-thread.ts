import { isMainThread, parentPort, Worker } from 'node:worker_threads'

/** This exit code means that the thread's empty stdin has stopped the service, which is a bug. */
const stopped = 3

if (isMainThread) {
  process.once('SIGTERM', () => process.exit(stopped))
  // Signals arrive in order, so a SIGTERM from the thread would come before this one.
  process.once('SIGUSR2', () => process.exit(0))
  new Worker(import.meta.filename).once('message', () => process.kill(process.pid, 'SIGUSR2'))
} else process.stdin.once('end', () => parentPort!.postMessage('over')).resume()
