import { useEffect, useState } from 'react'
import { firstSpinnerDelay } from './first-spinner-delay.ts'
import { holdContent } from './routing/content-ready.ts'
import image from './spinner.svg?no-inline'

export function SpinnerImage({ className, alt = 'Loading...' }: { className: string; alt?: string }) {
  return <img src={image} alt={alt} className={className} />
}

export function Spinner() {
  useEffect(() => holdContent(), [])
  return (
    <div className="grid min-h-40 place-items-center">
      <SpinnerImage className="size-10" />
    </div>
  )
}

export function FirstSpinner() {
  const [animationDelay] = useState(firstSpinnerDelay)
  return (
    <div style={{ animationDelay }} className="appear-late">
      <Spinner />
    </div>
  )
}
