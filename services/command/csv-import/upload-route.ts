import type { FastifyReply } from 'fastify'
import { actorOf } from '#command/kernel/context.ts'
import { v5 } from 'uuid'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { encodings } from '#contracts/csv/encodings.ts'
import { shown, UnreadableFile } from '#contracts/csv/problems.ts'
import { setPosition } from '../../kernel/headers.ts'
import { accepted, refused } from '../../kernel/refused.ts'
import type { App } from '../../kernel/types.ts'
import { importRequest } from './import-request.ts'
import { byImportable, importableIn, tags } from './importable.ts'
import { hasEnded, reachedBy } from './job.ts'
import type { LiveJob } from './live-job.ts'
import { receive } from './receive.ts'
import type { RouteNeeds } from './route-needs.ts'

const fieldsInWords = `Skjemafelt ved siden av \`file\`:

- \`updateBehavior\` update | skip, \`uniqueIdentifier\`, \`emptyCells\` keep | clear
- \`dryRun\` true: ingenting skrives
- \`encoding\` ${encodings.join(' | ')}, \`delimiter\`, \`decimal\`: det som ellers finnes ut av filen
- \`currency\` NOK | EUR | ...: hva beløp er i som ikke sier det selv, ellers NOK
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

/** The file in, the account out; or 202 and a job to follow, for who prefers that. */
export const uploadRoute = (app: App, { jobs, ready, now }: RouteNeeds): void => {
  const answer = (reply: FastifyReply, one: LiveJob, isAsync: boolean) => {
    if (isAsync) return reply.code(202).send(success(jobs.answerOf(one)))
    setPosition(reply, reachedBy(one.job))
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
        params: byImportable,
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
      const entity = importableIn(request.params)
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
            ...actorOf(request.user),
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
