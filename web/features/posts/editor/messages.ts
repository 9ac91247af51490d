export const STILL_UPLOADING = 'A picture is still being uploaded.'
