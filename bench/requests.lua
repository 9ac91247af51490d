-- Sends the requests of a file in turn. A line has method, path, body and headers, separated by tabs.
local requests = {}
local next_request = 0

function init(args)
  for line in io.lines(args[1]) do
    local fields = {}
    for field in (line .. "\t"):gmatch("(.-)\t") do fields[#fields + 1] = field end
    local method, path, body = fields[1], fields[2], fields[3]
    local headers = {}
    for i = 4, #fields, 2 do headers[fields[i]] = fields[i + 1] end
    if body == "" then body = nil end
    requests[#requests + 1] = wrk.format(method, path, headers, body)
  end
end

function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    '\nRESULT {"requests":%d,"microseconds":%d,"failed":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration, failed, latency:percentile(50), latency:percentile(99)
  ))
end
