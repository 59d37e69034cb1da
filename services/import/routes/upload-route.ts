import { z } from 'zod'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { success } from '#contracts/answers.ts'
import { importAnswer } from '#contracts/csv/answer.ts'
import { jobAnswer } from '#contracts/csv/job-answer.ts'
import { hasEnded } from '#contracts/csv/job-states.ts'
import { shown, UnreadableFile } from '../csv/row.ts'
import { roomForBody, type Disk } from '#kernel/disk.ts'
import { successSchema } from '#kernel/openapi.ts'
import { setPosition } from '#kernel/headers.ts'
import { accepted, refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { importRequest, uploadForm } from './import-request.ts'
import { byImportable, tags } from '../importable.ts'
import { reachedBy } from '../store/job-repository.ts'
import type { RunningJob } from '../jobs/running-job.ts'
import { refuseBeyondLimit, type RouteDependencies } from './job-routes.ts'
import { checkKind, multipartLimits, receive } from './receive-upload.ts'
import { createJobStarter } from './start-job.ts'

const asRefusal = (error: unknown): unknown => {
  if (!(error instanceof UnreadableFile)) return error
  const { problem, headings } = error
  return refused('VALIDATION', problem.message, [
    { path: 'file', ...problem, value: shown(problem.value), ...(headings && { headings }) },
  ])
}

type Needs = RouteDependencies & { readonly disk: Disk }

/** Waits for a successful end. Throws otherwise. */
const finished = async (jobs: Needs['jobs'], { job, ended }: RunningJob): Promise<void> => {
  try {
    await ended
    if (!job.answer || !hasEnded(job))
      throw job.state === 'cancelled'
        ? refused('CONFLICT', 'Importen ble avbrutt.')
        : refused('UNAVAILABLE')
  } catch (error) {
    if (job.rows === 0) await jobs.forget(job.id)
    throw asRefusal(error)
  }
  if (job.state === 'failed') refuseBeyondLimit(job)
}

/** Answers with the result, or with 202 and a job if the client prefers that. */
export const uploadRoute = (app: App, { disk, ...needs }: Needs): void => {
  const { jobs } = needs
  const start = createJobStarter(needs)
  app.post(
    '/api/csv-import/:entity',
    {
      config: { needs: 'edit', form: uploadForm },
      onRequest: roomForBody(disk, multipartLimits.fileSize),
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
        summary:
          'Importer en CSV-fil, en Excel-arbeidsbok (.xlsx) eller en prisfil (EFO/NELFO 4.0)',
        consumes: ['multipart/form-data'],
        response: { 200: importAnswer, 202: successSchema(jobAnswer) },
      },
    },
    async (request, reply) => {
      const entity = entityNamed(request.params.entity)
      const one = await start(request, { entity, isBulk: false }, async (path) => {
        const { fileName, isCsv, fields } = await receive(request, path)
        if (!isCsv) await checkKind(path)
        const { dryRun, ...reading } = accepted(importRequest(entity, fields))
        return { job: { fileName, ...reading }, isDryRun: dryRun }
      })
      if (request.query.async === 'true') return reply.code(202).send(success(jobs.answerOf(one)))
      await finished(jobs, one)
      setPosition(reply, reachedBy(one.job))
      return reply.send(one.job.answer)
    },
  )
}
