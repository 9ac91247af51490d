import { asId } from '../../ids.ts'
import { requireFound } from '../../platform/http/refusals.ts'

export const NO_POST = 'Post not found'
export const NO_COMMENT = 'Comment does not exist'

export const requirePostId = (text: string) => requireFound(asId(text), NO_POST)
export const requireCommentId = (text: string) => requireFound(asId(text), NO_COMMENT)
