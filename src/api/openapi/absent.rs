//! A field that has no value is absent: it is never `null`, which generated clients handle badly.
//!
//! The types say so with `skip_serializing_if`; the derived schemas say "or null" all the same.

use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{Object, Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi, RefOr};

/// Takes `null` out of every field, parameter and body.
pub(super) fn add(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    for schema in components.schemas.values_mut() {
        strip_fields(schema);
    }
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.delete];
        operations.into_iter().flatten().for_each(strip_operation);
    }
}

fn strip_operation(operation: &mut Operation) {
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter {
            parameter.schema.iter_mut().for_each(strip);
        }
    }
    if let Some(RefOr::T(body)) = &mut operation.request_body {
        for content in body.content.values_mut() {
            if let RefOr::T(content) = content {
                content.schema.iter_mut().for_each(strip);
            }
        }
    }
}

fn strip_fields(schema: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::Object(object)) = schema {
        for field in object.properties.values_mut() {
            strip(field);
            strip_fields(field);
        }
    }
}

fn strip(field: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::OneOf(one_of)) = field {
        one_of.items.retain(|item| !is_null(item));
        if one_of.items.len() == 1 {
            *field = one_of.items.remove(0);
        }
    } else if let RefOr::T(Schema::Object(object)) = field {
        strip_type(&mut object.schema_type);
    } else if let RefOr::T(Schema::Array(array)) = field {
        strip_type(&mut array.schema_type);
    }
}

fn is_null(item: &RefOr<Schema>) -> bool {
    let null = SchemaType::Type(Type::Null);
    matches!(item, RefOr::T(Schema::Object(Object { schema_type, .. })) if *schema_type == null)
}

fn strip_type(schema_type: &mut SchemaType) {
    let SchemaType::Array(types) = schema_type else {
        return;
    };
    types.retain(|kind| *kind != Type::Null);
    if let [only] = types.as_slice() {
        *schema_type = SchemaType::Type(only.clone());
    }
}
