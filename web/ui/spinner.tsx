import { useState } from 'react'
import image from './spinner.svg?no-inline'

const PATIENCE = 200

export function SpinnerImage({ className, alt = 'Loading...' }: { className: string; alt?: string }) {
  return <img src={image} alt={alt} className={className} />
}

export function Spinner() {
  const [animationDelay] = useState(() => `${PATIENCE - performance.now()}ms`)
  return (
    <div style={{ animationDelay }} className="appear-late grid min-h-40 place-items-center">
      <SpinnerImage className="size-10" />
    </div>
  )
}
