import { Dialog } from './dialog.tsx'
import { Image } from './image.tsx'

type Props = { open: boolean; onClose: () => void; title: string; src: string | null | undefined }

/** Shows one image, large. */
export const ImagePreview = ({ open, onClose, title, src }: Props) => (
  <Dialog open={open} onClose={onClose} title={title} size="lg">
    <Image src={src} alt={title} fallback="Bilde ikke tilgjengelig" className="h-[70dvh] w-full" />
  </Dialog>
)
