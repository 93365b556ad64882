FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --locked --release && cp target/release/petits-chevaux /usr/local/bin/

FROM debian:bookworm-slim
RUN useradd --uid 10001 --home-dir /data --create-home chevaux
COPY --from=build /usr/local/bin/petits-chevaux /usr/local/bin/
USER 10001
WORKDIR /data
VOLUME /data
ENV PETITS_CHEVAUX_LISTEN=0.0.0.0:8080 PETITS_CHEVAUX_DATA_DIR=/data
EXPOSE 8080
# It asks /readyz, so it also says whether the database answers.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["petits-chevaux", "health"]
ENTRYPOINT ["petits-chevaux"]
CMD ["serve"]
