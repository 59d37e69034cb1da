import { CopyButton } from './copy-button.tsx'
import { recordLink, type Listed, type RecordId } from './records.ts'

type Props = { of: Listed; id: RecordId; tab?: string }

export const CopyLink = ({ of, id, tab }: Props) => (
  <CopyButton text={recordLink(of, id, tab)} label="Kopier lenke" />
)
