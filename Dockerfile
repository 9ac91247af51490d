# Builds the page and the server with all modules; the final image contains only the bundle and the page.
FROM node:26.10.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --no-audit --no-fund
COPY tsconfig.json vite.config.ts vite.server.config.ts ./
COPY contract contract
COPY scripts scripts
COPY server server
COPY web web
RUN npm run build

FROM node:26.10.0-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/dist dist
# The npm commands for operators run this script first; in the image it does nothing.
COPY --from=build /app/scripts/setup.mjs scripts/setup.mjs
# sharp is native code, which cannot be bundled.
COPY --from=build /app/node_modules/sharp node_modules/sharp
COPY --from=build /app/node_modules/@img node_modules/@img
COPY --from=build /app/node_modules/detect-libc node_modules/detect-libc
COPY --from=build /app/node_modules/semver node_modules/semver
# Only SQLite writes here; all other folders may be mounted read-only.
RUN install --directory --mode=700 --owner=node --group=node /data
VOLUME /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5000 DATABASE_URL=sqlite:/data/devconnector.db
EXPOSE 5000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/launch.js"]
