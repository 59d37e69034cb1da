import { useEffect, useRef, type RefObject } from 'react'
import type { JobAnswer } from '#contracts/csv/answer.ts'

/**
 * Brings the file, and what became of it below it, into view: once it has been read the first time, and
 * once it has been imported. Not when it is read in another way, for then one is looking at it.
 */
export const useScrollIntoView = (
  file: File | null,
  job: JobAnswer | null,
): RefObject<HTMLElement | null> => {
  const place = useRef<HTMLElement>(null)
  const revealed = useRef<{ file: File; isImported: boolean } | null>(null)
  const isImported = job?.answer?.dryRun === false
  useEffect(() => {
    if (!file || !job) return
    const before = revealed.current
    if (before?.file === file && before.isImported === isImported) return
    revealed.current = { file, isImported }
    place.current?.scrollIntoView({ block: 'start' })
  }, [file, job, isImported])
  return place
}
