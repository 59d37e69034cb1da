import type { ImportAnswer } from '#contracts/csv/answer.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import type { Api } from '../../testing/screen.tsx'

export const answer = (more: Partial<ImportAnswer> = {}): ImportAnswer => ({
  success: true,
  message: '2 nye komponenter opprettet',
  summary: { created: 2, updated: 3, skipped: 0, unchanged: 2, failed: 1 },
  updatedRecords: 1,
  createdSuppliers: 1,
  createdManufacturers: 0,
  skipped: {},
  errors: [{ line: 6, column: 'Kostpris', value: '1.234', message: 'kan leses på to måter' }],
  warnings: [],
  warningCount: 0,
  priceChanges: [
    {
      line: 3,
      id: 7,
      title: 'Lager',
      what: 'Kostpris',
      from: 100,
      to: 1000,
      percent: 900,
      warning: 'Nøyaktig 10 ganger så mye: er desimaltegnet riktig?',
    },
  ],
  priceChangeCount: 1,
  changes: [
    { line: 3, id: 7, title: 'Lager', field: 'Leverandør', from: 'Nordlys', to: 'Sørvik' },
    { line: 4, id: 8, title: 'Belg', field: 'Tags', from: [], to: ['a', 'b'] },
  ],
  changeCount: 2,
  refusal: null,
  understood: {
    format: 'csv',
    text: 'Semikolon, desimalkomma, Windows-1252',
    encoding: 'windows-1252',
    delimiter: ';',
    decimal: ',',
    currency: null,
    rows: 8,
    uniqueIdentifier: 'itoArticlenumber',
    columns: [
      { heading: 'Beskrivelse', field: 'Beskrivelse' },
      { heading: 'Farge', field: null },
    ],
  },
  dryRun: true,
  importId: 'i1',
  ...more,
})

const stageOf = (state: JobAnswer['state']): JobAnswer['stage'] => {
  if (state === 'undoing' || state === 'undone') return 'undo'
  return ['running', 'done', 'cancelled'].includes(state) ? 'run' : 'check'
}

export const job = (state: JobAnswer['state'], more: Partial<JobAnswer> = {}): JobAnswer => ({
  id: 'i1',
  kind: 'import',
  entity: 'componenttypes',
  fileName: 'deler.csv',
  user: 'kari',
  startedAt: '2026-01-01T10:00:00.000Z',
  finishedAt: null,
  state,
  stage: stageOf(state),
  rows: 8,
  done: 0,
  secondsLeft: null,
  error: null,
  headings: null,
  sheets: null,
  answer: null,
  undo: null,
  position: null,
  ...more,
})

export const jobResponse = (one: JobAnswer) => Response.json({ success: true, data: one })
export const checked = job('checked', { done: 8, answer: answer() })
export const done = job('done', { done: 8, answer: answer({ dryRun: false }) })

/**
 * A fake API: first the steps of the check, then those of the import. A test must not end before its last job: what
 * follows the job would take a step of the next test.
 */
export const api = (steps: JobAnswer[], more: Api = {}): Api => {
  let last = job('checking')
  return {
    'POST /api/csv-import/componenttypes?async=true': job('checking'),
    'POST /api/csv-import/jobs/i1/run': job('running'),
    '/api/csv-import/jobs/i1': () => jobResponse((last = steps.shift() ?? last)),
    '/api/csv-import/jobs': [],
    ...more,
  }
}
export const csv = (name = 'deler.csv', type = 'text/csv') =>
  new File(['Beskrivelse'], name, { type })
