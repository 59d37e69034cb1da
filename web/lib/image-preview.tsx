import { Dialog } from './dialog.tsx'
import { Image } from './image.tsx'

type Props = { onClose: () => void; title: string; src: string | null | undefined }

export const ImagePreview = ({ onClose, title, src }: Props) => (
  <Dialog onClose={onClose} title={title} size="lg">
    <Image src={src} alt={title} fallback="Bilde ikke tilgjengelig" className="h-[70dvh] w-full" />
  </Dialog>
)
