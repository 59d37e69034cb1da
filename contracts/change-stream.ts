export const changesPath = '/api/changes/events'

/** Of more records than this only their collection is told. */
export const mostRecordsTold = 1_000
