import { CopyButton } from './copy-button.tsx'
import { type Listed } from './list-paths.ts'
import { recordLink, type RecordId, type RecordQuery } from './records.ts'

type Props = { of: Listed; id: RecordId; asked?: RecordQuery }

export const CopyLink = ({ of, id, asked }: Props) => (
  <CopyButton text={recordLink(of, id, asked)} label="Kopier lenke" />
)
