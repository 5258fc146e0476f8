module vectors-apply

go 1.26.0
