import type { FastifyRequest, FastifyReply } from 'fastify'
import { z } from 'zod'
import { actorOf } from '#kernel/actor.ts'
import { success } from '#contracts/answers.ts'
import { jobAnswer } from '#contracts/csv/job-answer.ts'
import { type JobState, hasEnded } from '#contracts/csv/job-states.ts'
import { reasonBody } from '#contracts/reason.ts'
import { setPosition } from '#kernel/headers.ts'
import { successSchema } from '#kernel/openapi.ts'
import { byUuid } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { tags } from '../importable.ts'
import { reachedBy, type Job } from '../store/job-repository.ts'
import type { RunningJob } from '../jobs/running-job.ts'
import type { ImportJobs } from '../jobs/import-jobs.ts'

const heartbeat = 15_000

/** Server-sent events: the job after each step, until it ends. */
const createEventStreams = (app: App, jobs: ImportJobs) => {
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

export type RouteDependencies = {
  readonly jobs: ImportJobs
  readonly caughtUp: (request: FastifyRequest) => Promise<void>
}

/** @throws LIMIT if more prices move than allowed. Nothing has been written then. */
export const refuseBeyondLimit = ({ id, answer }: Job): void => {
  if (answer?.refusal) throw refused('LIMIT', answer.refusal, { importId: id })
}

export const foundJob = async (jobs: ImportJobs, id: string): Promise<RunningJob> => {
  const one = await jobs.find(id)
  if (!one) throw refused('NOT_FOUND', 'Importen finnes ikke lenger.')
  return one
}

export const base = '/api/csv-import/jobs'
const config = { needs: 'edit' } as const
const response = { 200: successSchema(jobAnswer) }
export const ofJob = (summary: string, more = {}) => ({
  config,
  schema: { params: byUuid, tags, summary, ...more },
})

const readRoutes = (app: App, jobs: ImportJobs): void => {
  const streamEvents = createEventStreams(app, jobs)
  const all = { 200: successSchema(z.array(jobAnswer)) }
  const schema = { tags, summary: 'De siste importene', response: all }
  app.get(base, { config, schema }, async () => success(await jobs.list()))
  app.get(`${base}/:id`, ofJob('En import', { response }), async (request, reply) => {
    const one = await foundJob(jobs, request.params.id)
    setPosition(reply, reachedBy(one.job))
    return success(jobs.answerOf(one))
  })
  app.get(
    `${base}/:id/events`,
    ofJob('Fremdriften i en import, som hendelser'),
    async (request, reply) => {
      streamEvents(reply, await foundJob(jobs, request.params.id))
      return reply
    },
  )
}

const cannotRun: Readonly<Record<JobState, string>> = {
  checking: 'Prøvekjøringen er ikke ferdig.',
  checked: 'Importen kan ikke kjøres nå.',
  running: 'Importen kjører allerede.',
  done: 'Importen er allerede kjørt.',
  cancelled: 'Importen ble avbrutt. Last opp filen på nytt.',
  failed: 'Importen kan ikke kjøres. Last opp filen på nytt.',
  undoing: 'Importen angres.',
  undone: 'Importen er angret. Last opp filen på nytt.',
}

const stages = {
  run: 'Gjør det en prøvekjøring viste, eller fortsett der en feil stoppet den',
  undo: 'Angre en hel import, eller fortsett der en feil stoppet det',
} as const

const stageRoute = (
  app: App,
  { jobs, caughtUp }: RouteDependencies,
  stage: keyof typeof stages,
): void => {
  const more = { body: reasonBody, response: { 202: successSchema(jobAnswer) } }
  app.post(`${base}/:id/${stage}`, ofJob(stages[stage], more), async (request, reply) => {
    await caughtUp(request)
    const one = await foundJob(jobs, request.params.id)
    const { reason } = (request.body as z.output<typeof reasonBody>) ?? {}
    if (stage === 'run') refuseBeyondLimit(one.job)
    if (!(await jobs.claim(one, stage, { ...actorOf(request.user), reason })))
      throw refused(
        'CONFLICT',
        stage === 'run' ? cannotRun[one.job.state] : 'Importen kan ikke angres nå.',
      )
    return reply.code(202).send(success(jobs.answerOf(one)))
  })
}

const cancelRoute = (app: App, jobs: ImportJobs): void => {
  app.delete(
    `${base}/:id`,
    ofJob('Avbryt en import, eller angringen av den', { response }),
    async (request, reply) => {
      const one = await foundJob(jobs, request.params.id)
      if (!jobs.cancel(one)) throw refused('CONFLICT', 'Importen kjører ikke.')
      await one.ended.catch(() => undefined)
      setPosition(reply, reachedBy(one.job))
      return success(jobs.answerOf(one))
    },
  )
}

export const jobRoutes = (app: App, needs: RouteDependencies): void => {
  readRoutes(app, needs.jobs)
  stageRoute(app, needs, 'run')
  stageRoute(app, needs, 'undo')
  cancelRoute(app, needs.jobs)
}
