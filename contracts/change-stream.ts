export const changesPath = '/api/changes/events'

export const mostChangedRecords = 1_000
