export const STILL_UPLOADING = 'A picture is still uploading.'
