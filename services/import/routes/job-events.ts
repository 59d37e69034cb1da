import type { FastifyReply } from 'fastify'
import type { App } from '#kernel/types.ts'
import type { ImportJobs } from '../jobs/import-jobs.ts'
import type { RunningJob } from '../jobs/running-job.ts'
import { hasEnded } from '#contracts/csv/job-states.ts'

const heartbeat = 15_000

/** Server-sent events: the job after each step, until it ends. */
export const createEventStreams = (app: App, jobs: ImportJobs) => {
  const streams = new Set<() => void>()
  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => streams.forEach((close) => close()))

  return (reply: FastifyReply, one: RunningJob): void => {
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const close = () => {
      clearInterval(timer)
      one.listeners.delete(send)
      streams.delete(close)
      raw.end()
    }
    const send = () => {
      raw.write(`event: job\ndata: ${JSON.stringify(jobs.answerOf(one))}\n\n`)
      if (hasEnded(one.job)) close()
    }
    const timer = setInterval(() => raw.write(':\n\n'), heartbeat)
    one.listeners.add(send)
    streams.add(close)
    raw.on('close', close)
    send()
  }
}
