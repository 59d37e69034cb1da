import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { component, entityNamed, motor, sensor, supplier } from '#contracts/catalogue/index.ts'
import { shown, UnreadableFile } from '#contracts/csv/problems.ts'
import { template } from '#contracts/csv/template.ts'
import { v5 } from '#command/kernel/uuid.ts'
import { setPosition } from '../../kernel/headers.ts'
import { accepted, refused } from '../../kernel/refused.ts'
import type { App } from '../../kernel/types.ts'
import type { Streams } from './event-stream.ts'
import { hasEnded } from './job.ts'
import { jobRoutes } from './job-routes.ts'
import type { ImportJobs } from './jobs.ts'
import { importRequest } from './import-request.ts'
import { multipartLimits, receive } from './receive.ts'
import type { LiveJob } from './stages.ts'

const importable = [component, motor, sensor, supplier]
const names = importable.map(({ name }) => name) as [string, ...string[]]
const byEntity = z.object({ entity: z.enum(names) })
type Importable = (typeof importable)[number]['name']
const tags = ['CSV-import']
const fieldsInWords = `Skjemafelt ved siden av \`file\`:

- \`updateBehavior\` update | skip, \`uniqueIdentifier\`, \`emptyCells\` keep | clear
- \`dryRun\` true: ingenting skrives
- \`encoding\` utf-8 | windows-1252, \`delimiter\`, \`decimal\`: det som ellers finnes ut av filen
- for prisfiler, bare til komponenter: \`supplier\` file | id, \`otherSuppliers\` skip | take, \`unknownItems\` skip | create, \`priceType\` file | B | N, \`otherDates\` skip | take`
const namespace = '6e3c1c4e-52f5-4c4d-9d43-6f1c5b0f2a77'

const asRefusal = (error: unknown): unknown => {
  if (!(error instanceof UnreadableFile)) return error
  const { line, column, value, message } = error.problem
  return refused('VALIDATION', message, [
    {
      path: 'file',
      line,
      column,
      value: shown(value),
      message,
      ...(error.headings && { headings: error.headings }),
    },
  ])
}

type Options = {
  readonly jobs: ImportJobs
  readonly streams: Streams
  /** Throws where commands cannot be taken now, and waits for what the caller has seen. */
  readonly ready: (request: FastifyRequest) => Promise<void>
  readonly now: () => Date
}

/** Imports of spec §7: the file in, the account out; or 202 and a job to follow, for who prefers that. */
export const importRoutes = async (app: App, { jobs, streams, ready, now }: Options) => {
  await app.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
  jobRoutes(app, jobs, streams)

  app.get(
    '/api/csv-import/:entity/template',
    {
      config: { needs: 'read' },
      schema: {
        params: byEntity,
        querystring: z.object({ separator: z.enum(['comma', 'semicolon']).default('comma') }),
        tags,
        summary: 'Mal for en CSV-fil',
      },
    },
    async (request, reply) => {
      const entity = entityNamed(request.params.entity as Importable)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${entity.csv!.template}"`)
        .send(template(entity, request.query.separator === 'comma' ? ',' : ';'))
    },
  )

  const answer = (reply: FastifyReply, one: LiveJob, isAsync: boolean) => {
    if (isAsync) return reply.code(202).send(success(jobs.answerOf(one)))
    setPosition(reply, one.job.position === null ? null : BigInt(one.job.position))
    return reply.send(one.job.answer)
  }
  const finished = async (one: LiveJob) => {
    try {
      await one.ended
    } catch (error) {
      throw asRefusal(error)
    }
    if (!one.job.answer || !hasEnded(one.job)) throw refused('UNAVAILABLE')
  }
  const again = async (one: LiveJob, entity: string) => {
    if (one.job.entity !== entity)
      throw refused('CONFLICT', 'Denne Idempotency-Key er allerede brukt til en annen forespørsel.')
    jobs.retry(one)
    return one
  }

  app.post(
    '/api/csv-import/:entity',
    {
      config: { needs: 'edit' },
      schema: {
        params: byEntity,
        querystring: z.object({
          async: z
            .enum(['true', 'false'])
            .default('false')
            .describe('true: svar 202 straks, med jobben å følge')
            .meta({ examples: ['false'] }),
        }),
        tags,
        summary: 'Importer en CSV-fil, eller en prisfil (EFO/NELFO 4.0)',
        description: fieldsInWords,
        consumes: ['multipart/form-data'],
      },
    },
    async (request, reply) => {
      await ready(request)
      const entity = entityNamed(request.params.entity as Importable)
      const isAsync = request.query.async === 'true'
      const key = request.headers['idempotency-key']
      const id = key ? v5(`${request.user.id} ${String(key)}`, namespace) : undefined
      const before = id && (await jobs.find(id))
      if (before) {
        // The same file once more, which nobody reads.
        request.raw.resume()
        const one = await again(before, entity.name)
        if (!isAsync) await finished(one)
        return answer(reply, one, isAsync)
      }
      const place = await jobs.open(id)
      try {
        const { fileName, fields } = await receive(request, place.upload)
        const { options, choices, dryRun } = accepted(importRequest(entity, fields))
        const one = await jobs.begin(
          {
            id: place.id,
            entity: entity.name,
            fileName,
            user: request.user.username,
            startedAt: now().toISOString(),
            options,
            choices,
            finishedAt: null,
            state: 'checking',
            stage: 'check',
            rows: 0,
            done: 0,
            error: null,
            headings: null,
            answer: null,
            undo: null,
            made: [],
            position: null,
          },
          dryRun,
        )
        if (!isAsync) await finished(one)
        return answer(reply, one, isAsync)
      } catch (error) {
        // Of a file that was not taken in nothing is left.
        const one = await jobs.find(place.id)
        if (!one || one.job.rows === 0) await place.discard()
        throw error
      }
    },
  )
}
