import { Dialog } from '../lib/dialog.tsx'
import { Image } from '../lib/image.tsx'

type Props = { title: string; src: string | null; onClose: () => void }

export const ImageDialog = ({ title, src, onClose }: Props) => (
  <Dialog onClose={onClose} title={title} size="lg">
    <Image src={src} alt={title} fallback="Bilde ikke tilgjengelig" className="h-[70dvh] w-full" />
  </Dialog>
)
